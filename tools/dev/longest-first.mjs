// Starts the whole-system suites that take longest first, so that the two workers end together. Jest would order a
// fresh clone by file size, and the longest of ours is among the smallest.
import Sequencer from '@jest/test-sequencer';

const LONGEST = [
  'kill.e2e-spec.ts',
  'console.e2e-spec.ts',
  'rolling.e2e-spec.ts',
  'once.e2e-spec.ts',
  'faults.e2e-spec.ts',
  'demo.e2e-spec.ts',
];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const place = LONGEST.findIndex((name) => path.endsWith(`/${name}`));
      return place < 0 ? LONGEST.length : place;
    };
    return [...tests].sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path));
  }
}
