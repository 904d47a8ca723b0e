const MAX_STEPS = 4;

/** The part of an element that a page snapshot tells: `div#zoom.content`, or the tag alone. */
function stepOf(element: Element): string {
  const tag = element.tagName.toLowerCase();
  const words = element.getAttribute('data-css') ?? '';
  return words.startsWith('#') ? words.split('.')[0]! : `${tag}${words}`;
}

function ancestors(element: Element): Element[] {
  const above: Element[] = [];
  for (let one = element.parentElement; one?.hasAttribute('data-gc'); one = one.parentElement) above.push(one);
  return above;
}

/** Whether a chain of steps, outermost first, leads to the element. */
function leadsTo(steps: string[], element: Element): boolean {
  if (stepOf(element) !== steps.at(-1)) return false;
  const left = steps.slice(0, -1);
  for (const above of ancestors(element)) if (stepOf(above) === left.at(-1)) left.pop();
  return left.length === 0;
}

/** A short selector for an element of a page snapshot: as many steps as tell it from the others, four at most. */
export function selectorFor(element: Element): string {
  const all = [...element.ownerDocument.querySelectorAll('[data-gc]')];
  const steps = [stepOf(element)];
  for (const above of ancestors(element)) {
    if (steps[0]!.startsWith('#') || steps.length === MAX_STEPS) break;
    if (all.filter((other) => leadsTo(steps, other)).length === 1) break;
    steps.unshift(stepOf(above));
  }
  return steps.join(' ');
}
