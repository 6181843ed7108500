// A QR code for a link: bytes, up to version 6 (134 of them), drawn as one path. After ISO/IEC 18004.

import { s } from "./dom.js";

// By version: all codewords, then for M and L the correcting ones of a block and the number of blocks.
const VERSIONS = [
  { all: 26, M: [10, 1], L: [7, 1] },
  { all: 44, M: [16, 1], L: [10, 1] },
  { all: 70, M: [26, 1], L: [15, 1] },
  { all: 100, M: [18, 2], L: [20, 1] },
  { all: 134, M: [24, 2], L: [26, 1] },
  { all: 172, M: [16, 4], L: [18, 2] },
];
const LEVEL_BITS = { L: 1, M: 0 };
/** @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];
const QUIET = 4;

// The field of 256 elements: powers of its generator, and their logarithms.
const POWERS = new Uint8Array(510);
const LOGS = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  POWERS[power] = POWERS[power + 255] = value;
  LOGS[value] = power;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}
const times = (/** @type {number} */ a, /** @type {number} */ b) => (a && b ? POWERS[LOGS[a] + LOGS[b]] : 0);

/** The codewords that correct a block. @param {number[]} data @param {number} count */
function correcting(data, count) {
  let divisor = [1];
  for (let root = 0; root < count; root++) {
    const next = [...divisor, 0];
    divisor.forEach((value, at) => (next[at + 1] ^= times(value, POWERS[root])));
    divisor = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at];
    if (lead) divisor.forEach((value, step) => (rest[at + step] ^= times(value, lead)));
  }
  return rest.slice(data.length);
}

/** The smallest code that holds so many bytes, the better correction if there is a choice. @param {number} length */
function fitting(length) {
  for (const level of /** @type {("M"|"L")[]} */ (["M", "L"]))
    for (const [at, version] of VERSIONS.entries()) {
      const [ec, blocks] = version[level];
      const room = version.all - ec * blocks;
      if (length + 2 <= room) return { version: at + 1, level, ec, blocks, room };
    }
  throw new RangeError(`too long for a QR code: ${length} bytes`);
}

/** @param {Uint8Array} bytes @param {ReturnType<typeof fitting>} plan @returns {number[]} all codewords in their order */
function codewords(bytes, { ec, blocks, room }) {
  // Four bits say that bytes follow, eight how many; four close it.
  const nibbles = [4, bytes.length >> 4, bytes.length & 15, ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  /** @type {number[]} */
  const data = [];
  for (let at = 0; at < nibbles.length; at += 2) data.push((nibbles[at] << 4) | nibbles[at + 1]);
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const each = room / blocks;
  const parts = Array.from({ length: blocks }, (_, number) => data.slice(number * each, (number + 1) * each));
  const mixed = (/** @type {number[][]} */ lists) => lists[0].flatMap((_, at) => lists.map((list) => list[at]));
  return [...mixed(parts), ...mixed(parts.map((part) => correcting(part, ec)))];
}

/** @param {string} text @returns {boolean[][]} the dark modules, row by row */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  const plan = fitting(bytes.length);
  const size = 17 + 4 * plan.version;
  /** @type {(boolean|null)[][]} */
  const blank = Array.from({ length: size }, () => new Array(size).fill(null));
  /** @type {(r: number, c: number, dark: boolean) => void} */
  const set = (r, c, dark) => {
    if (r >= 0 && c >= 0 && r < size && c < size) blank[r][c] = dark;
  };
  /** @type {(r: number, c: number, half: number, dark: (far: number) => boolean) => void} */
  const square = (r, c, half, dark) => {
    for (let y = -half; y <= half; y++)
      for (let x = -half; x <= half; x++) set(r + y, c + x, dark(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (const [r, c] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ])
    square(r, c, 4, (far) => far !== 2 && far !== 4);
  if (plan.version > 1) square(size - 7, size - 7, 2, (far) => far !== 1);
  for (let at = 8; at < size - 8; at++) blank[6][at] = blank[at][6] = at % 2 === 0;
  writeFormat(blank, size, () => false);

  const bits = codewords(bytes, plan).flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (word >> bit) & 1));
  const free = wayOver(blank, size);
  const masked = MASKS.map((mask, number) => {
    const grid = blank.map((row) => row.map(Boolean));
    free.forEach(([r, c], at) => (grid[r][c] = !!(bits[at] ?? 0) !== mask(r, c)));
    const told = formatBits((LEVEL_BITS[plan.level] << 3) | number);
    writeFormat(grid, size, (bit) => ((told >> bit) & 1) === 1);
    return grid;
  });
  return masked.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
}

/** The free modules in the order in which they are filled: up and down in pairs of columns. @param {(boolean|null)[][]} blank @param {number} size */
function wayOver(blank, size) {
  const found = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const r = up ? size - 1 - step : step;
      for (const c of [right, right - 1]) if (blank[r][c] === null) found.push([r, c]);
    }
  }
  return found;
}

/** Level and mask with what corrects them. @param {number} value */
function formatBits(value) {
  let rest = value << 10;
  for (let bit = 14; bit >= 10; bit--) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10);
  return ((value << 10) | rest) ^ 0x5412;
}

/** The fifteen bits stand twice, and one module is always dark. @param {(boolean|null)[][]} grid @param {number} size @param {(bit: number) => boolean} dark */
function writeFormat(grid, size, dark) {
  for (let bit = 0; bit < 15; bit++) {
    const down = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit;
    const across = bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit;
    grid[down][8] = dark(bit);
    grid[8][across] = dark(bit);
  }
  grid[size - 8][8] = true;
}

/** How hard a code is to read. @param {boolean[][]} grid */
function penalty(grid) {
  const size = grid.length;
  let sum = 0;
  let dark = 0;
  const lines = [...grid, ...grid.map((_, c) => grid.map((row) => row[c]))];
  for (const line of lines) {
    let run = 0;
    line.forEach((value, at) => {
      run = at && value === line[at - 1] ? run + 1 : 1;
      if (run === 5) sum += 3;
      else if (run > 5) sum += 1;
    });
    const text = line.map(Number).join("");
    for (const sign of ["00001011101", "10111010000"])
      for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) sum += 40;
  }
  for (let r = 0; r < size; r++)
    for (let c = 0; c < size; c++) {
      if (grid[r][c]) dark++;
      if (r && c && [grid[r - 1][c], grid[r][c - 1], grid[r - 1][c - 1]].every((each) => each === grid[r][c])) sum += 3;
    }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/** A code as a picture, black on white whatever the theme: some readers know nothing else. @param {string} text @param {string} label */
export function qrPicture(text, label) {
  const grid = qr(text);
  const size = grid.length + 2 * QUIET;
  const d = grid.flatMap((row, r) => row.flatMap((dark, c) => (dark ? `M${c + QUIET} ${r + QUIET}h1v1h-1z` : [])));
  const drawing = s("svg", { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": label });
  drawing.append(
    s("rect", { width: String(size), height: String(size), fill: "#fff" }),
    s("path", { d: d.join(""), fill: "#000", "shape-rendering": "crispEdges" }),
  );
  return drawing;
}
