/**
 * In the page: acts, then waits for the frame in which what `sign` finds first is another than before. Tells how long
 * that took, and for how much of it a request to the API was under way.
 */
export function untilShown(element, { click, type, sign }) {
  const look = () => {
    const found = document.querySelector(sign);
    return found && `${found.getAttribute('data-row-key') ?? ''}${found.textContent}`;
  };
  const asking = (start, end) => {
    const calls = performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.includes('/api/') && startTime >= start && startTime < end)
      .sort((a, b) => a.startTime - b.startTime);
    let [sum, until] = [0, start];
    for (const { startTime, responseEnd } of calls) {
      const to = Math.min(responseEnd, end);
      sum += Math.max(0, to - Math.max(until, startTime));
      until = Math.max(until, to);
    }
    return sum;
  };
  return new Promise((resolve) => {
    performance.clearResourceTimings();
    const was = look();
    const start = performance.now();
    if (click) element.click();
    if (type !== undefined) {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(element, type);
      element.dispatchEvent(new Event('input', { bubbles: true }));
    }
    const check = () => {
      if (look() === was) return requestAnimationFrame(check);
      // The task after the frame: by then it was painted.
      requestAnimationFrame(() =>
        setTimeout(() => {
          const end = performance.now();
          // Entries of requests come a little after the answers.
          setTimeout(() => resolve({ ms: end - start, api: asking(start, end) }), 50);
        }),
      );
    };
    check();
  });
}
