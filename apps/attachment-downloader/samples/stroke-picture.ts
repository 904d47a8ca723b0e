/** Characters of straight strokes only, each stroke as [left, top, right, bottom] of a 100 x 100 square. */
const STROKES: Record<string, readonly [number, number, number, number][]> = {
  工: [
    [10, 12, 90, 20],
    [46, 12, 54, 88],
    [5, 82, 95, 90],
  ],
  王: [
    [10, 8, 90, 16],
    [14, 46, 86, 54],
    [46, 8, 54, 90],
    [5, 84, 95, 92],
  ],
  中: [
    [12, 25, 88, 33],
    [12, 25, 20, 68],
    [80, 25, 88, 68],
    [12, 60, 88, 68],
    [46, 2, 54, 98],
  ],
  日: [
    [22, 6, 78, 14],
    [22, 6, 30, 96],
    [70, 6, 78, 96],
    [22, 46, 78, 54],
    [22, 88, 78, 96],
  ],
  田: [
    [10, 10, 90, 18],
    [10, 10, 18, 92],
    [82, 10, 90, 92],
    [10, 47, 90, 55],
    [46, 10, 54, 92],
    [10, 84, 90, 92],
  ],
  土: [
    [15, 34, 85, 42],
    [46, 5, 54, 92],
    [5, 84, 95, 92],
  ],
  山: [
    [46, 5, 54, 90],
    [10, 38, 18, 90],
    [82, 38, 90, 90],
    [10, 82, 90, 90],
  ],
  三: [
    [12, 10, 88, 18],
    [20, 46, 80, 54],
    [4, 84, 96, 92],
  ],
  上: [
    [44, 5, 52, 90],
    [48, 38, 85, 46],
    [5, 84, 95, 92],
  ],
  正: [
    [8, 8, 92, 16],
    [46, 8, 54, 90],
    [50, 44, 86, 52],
    [16, 46, 24, 90],
    [4, 84, 96, 92],
  ],
};
const SIZE = 40;
const MARGIN = 30;

/** Lines of such characters as grey pixels: a scan that no font is needed for. */
export function strokePicture(lines: readonly string[]): { width: number; height: number; grey: Buffer } {
  const width = MARGIN * 2 + Math.max(...lines.map((line) => line.length)) * SIZE * 1.25;
  const height = MARGIN * 2 + lines.length * SIZE * 2;
  const grey = Buffer.alloc(width * height, 255);
  for (const [row, line] of lines.entries()) {
    for (const [column, char] of [...line].entries()) {
      const left = MARGIN + column * SIZE * 1.2;
      const top = MARGIN + row * SIZE * 1.8;
      for (const [x0, y0, x1, y1] of STROKES[char] ?? []) {
        for (let y = Math.round(top + (y0 * SIZE) / 100); y < top + (y1 * SIZE) / 100; y++) {
          const from = y * width + Math.round(left + (x0 * SIZE) / 100);
          grey.fill(0, from, from + Math.round(((x1 - x0) * SIZE) / 100));
        }
      }
    }
  }
  return { width, height, grey };
}
