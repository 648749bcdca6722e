// Elements made without markup: what players say only ever becomes a text node.

const SVG = "http://www.w3.org/2000/svg";

/** Give an element attributes, classes, listeners and children. */
function fitted(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "text") node.textContent = value;
    else if (key === "vars") for (const [name, set] of Object.entries(value)) node.style.setProperty(name, set);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Make an HTML element; strings among the children become text. */
export function h(tag, attributes, ...children) {
  return fitted(document.createElement(tag), attributes, children);
}

/** Make an SVG element. */
export function svg(tag, attributes, ...children) {
  return fitted(document.createElementNS(SVG, tag), attributes, children);
}

/** Return the element with an id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Put other children into an element; it is left alone if it is not there. */
export function fill(node, ...children) {
  node?.replaceChildren(...children.flat(Infinity).filter(Boolean));
}

/** Tell whether somebody is writing, so that no letter is a command. */
export function writing(event) {
  return event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input:not([type=radio]):not([type=range]), textarea, select") != null;
}
