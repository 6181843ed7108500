// The time that is left, which runs on between two messages of the server.

/** Seconds as a clock shows them. @param {number} seconds */
export function time(seconds) {
  const whole = Math.max(0, Math.ceil(seconds - 1e-9));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** Keeps the figure of an element up to date. @param {HTMLElement} part @param {(figure: string) => string} [worded] */
export function createCountdown(part, worded = (figure) => figure) {
  /** @type {number|null} */
  let left = null;
  let running = false;
  let told = performance.now();

  function show() {
    part.hidden = left === null;
    if (left === null) return;
    const passed = running ? (performance.now() - told) / 1000 : 0;
    const text = worded(time(left - passed));
    if (part.textContent !== text) part.textContent = text;
  }
  setInterval(show, 200);
  show();
  return {
    part,
    /** The server tells how much is left. @param {{left: number|null, running: boolean}} now */
    tell(now) {
      ({ left, running } = now);
      told = performance.now();
      show();
    },
  };
}
