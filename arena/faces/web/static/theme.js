// Light or dark: what was chosen here before, else what the system says.

const KEPT = "theme";

/** Set the theme, and let a button change it. */
export function startTheme(button) {
  const root = document.documentElement;
  root.dataset.theme = remembered(KEPT) ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  button?.addEventListener("click", () => {
    root.dataset.theme = root.dataset.theme === "light" ? "dark" : "light";
    remember(KEPT, root.dataset.theme);
  });
}

/** Return what was kept in this browser, or in this tab; null where nothing is, or nothing can be. */
export function remembered(key, store = "localStorage") {
  try {
    return window[store].getItem(key);
  } catch {
    return null;
  }
}

/** Keep something in this browser, or in this tab, where that is allowed. */
export function remember(key, value, store = "localStorage") {
  try {
    window[store].setItem(key, value);
  } catch {
    // A page from a file may have no store: the choice then lasts as long as the page.
  }
}
