// Where each room stands: bays of 250 with a gap of 4, in a row of three or two, and one bay of 504.

export const BAY = {width: 250, wide: 504, height: 212, gap: 4};

const WIDE = {
  size: [1030, 492], lot: [6, 274], long: [518, 274], screen: [6, 56], roof: [264, -1],
  bays: [[264, 58], [518, 58], [772, 58], [264, 274]],
};
const TALL = {
  size: [512, 932], lot: [4, 714], long: [4, 498], screen: [258, 704], roof: [-120, 2],
  bays: [[4, 66], [258, 66], [4, 282], [258, 282]],
};

/** The room that gets the long bay: the largest, the last of several. */
function longest(rooms) {
  const walled = rooms.filter((room) => !room.parking);
  const most = Math.max(...walled.map((room) => room.capacity ?? 0));
  return walled.findLast((room) => (room.capacity ?? 0) === most)?.number;
}

/** Return where rooms stand and how wide they are, by number, and the size of it all. */
export function planOf(rooms, tall) {
  const plan = tall ? TALL : WIDE;
  const long = longest(rooms);
  const spots = new Map();
  const columns = tall ? 2 : 3;
  let next = 0;
  for (const room of rooms) {
    if (room.parking) spots.set(room.number, {at: plan.lot, width: BAY.width, lot: true});
    else if (room.number === long) spots.set(room.number, {at: plan.long, width: BAY.wide, lot: false});
    else spots.set(room.number, {at: plan.bays[next] ?? more(plan, next - plan.bays.length, columns), width: BAY.width, lot: false, bay: next++});
  }
  const rows = Math.ceil(Math.max(0, next - plan.bays.length) / columns);
  const [width, height] = plan.size;
  return {spots, size: [width, height + rows * (BAY.height + BAY.gap)], screen: plan.screen, roof: plan.roof, tall};
}

/** Return where a room stands for which the mall has no bay: in a row below. */
function more(plan, index, columns) {
  const left = plan.bays[0][0];
  const step = BAY.width + BAY.gap;
  return [left + (index % columns) * step, plan.size[1] - 6 + Math.floor(index / columns) * (BAY.height + BAY.gap)];
}
