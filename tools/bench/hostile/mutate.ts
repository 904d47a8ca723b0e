/** Pieces that have broken parsers before. */
const BREAKERS =
  `< > </ " ' & &#x110000; &nbsp <!-- --> <![CDATA[ </html> </body> <table> <td> <p <script> </script> <ul><li>
  〔2026〕 2026-02-30 ： <title> <h1> <iframe> <svg> <style>`
    .trim()
    .split(/\s+/)
    .concat(['\0', '\ud800', '<a href="', '<base href="::">', '<div style="display:none">', ' '.repeat(300)]);

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A page with one to eight wounds: pieces cut out, doubled, or put in. */
export function mutate(page: string, random: () => number): string {
  let html = page;
  for (let wounds = 1 + Math.floor(random() * 8); wounds > 0; wounds -= 1) {
    const at = Math.floor(random() * (html.length + 1));
    const length = Math.floor(random() * 400);
    const kind = random();
    const put = BREAKERS[Math.floor(random() * BREAKERS.length)] ?? '';
    if (kind < 0.5) html = html.slice(0, at) + put + html.slice(at + length);
    else if (kind < 0.7) html = html.slice(0, at) + html.slice(at, at + length).repeat(3) + html.slice(at + length);
    else if (kind < 0.9) html = html.slice(0, at) + put.repeat(20) + html.slice(at);
    else html = html.slice(0, at);
  }
  return html;
}
