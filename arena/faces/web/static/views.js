// Phones show one of three views at a time: the mall, the talk, the promises.

/** Matches on phones, as the style sheet has it. */
export const PHONE = matchMedia("(max-width: 699px)");

/** Let the buttons at the foot switch the views; `shown` is told which. Return what shows one by name. */
export function startViews(shown) {
  const nav = document.querySelector(".views");
  const show = (name) => {
    document.querySelector(".table").dataset.view = name;
    for (const button of nav.querySelectorAll("button")) button.setAttribute("aria-pressed", button.dataset.to === name);
    shown(name);
  };
  nav.addEventListener("click", ({target}) => {
    const button = target.closest("button");
    if (button) show(button.dataset.to);
  });
  show("mall");
  return show;
}
