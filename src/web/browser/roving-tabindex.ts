/** Target position of each arrow key, from the current position and the number of buttons. */
const STEPS: Readonly<Record<string, (position: number, count: number) => number>> = {
  ArrowLeft: (position, count) => (position + count - 1) % count,
  ArrowRight: (position, count) => (position + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Makes the buttons of a row one stop of the Tab key; arrow keys move among them. */
export function addRovingTabindex(toolbar: HTMLElement): void {
  const select = (chosen: HTMLButtonElement | undefined): void => {
    for (const button of toolbar.querySelectorAll('button')) button.tabIndex = button === chosen ? 0 : -1;
  };
  select(toolbar.querySelector('button') ?? undefined);
  toolbar.onkeydown = (event) => {
    const buttons = [...toolbar.querySelectorAll('button')];
    const position = buttons.indexOf(event.target as HTMLButtonElement);
    const next = position < 0 ? undefined : buttons[STEPS[event.key]?.(position, buttons.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    select(next);
    next.focus();
  };
}
