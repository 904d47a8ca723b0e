/** How much better than "all alike" differences must explain what was seen (natural logarithm of the odds). */
const EVIDENCE_NEEDED = 3;
/** How far groups may lie apart (variance of their ratio to the usual): hardly, by half, by far. */
const VARIANCES = [0.05, 0.2, 0.8, 3, 12];

interface Doubts {
  /** Above 1 where events come together: each of them says less. */
  dispersion?: number;
  /** Ratios that are likely from the start. */
  typical?: readonly number[];
  variances?: readonly number[];
}

/**
 * Seen over expected for some groups, as far as chance alone does not explain the differences: the mean over several
 * assumptions of how far the groups lie apart (ratios spread by a gamma distribution, Poisson errors), each weighed by
 * how well it explains the counts. That all are alike has the benefit of the doubt.
 */
export function believableRatios(
  seen: ArrayLike<number>,
  expected: ArrayLike<number>,
  { dispersion = 1, typical, variances = VARIANCES }: Doubts = {},
): Float64Array {
  const counts = Array.from(seen, (count, group) => ({
    seen: count / dispersion,
    expected: expected[group]! / dispersion,
  }));
  const assumptions = (typical ? [null, typical] : [null]).flatMap((centre) =>
    variances.map((variance) => assume(counts, centre, 1 / variance)),
  );
  const all = [assumeAlike(counts, EVIDENCE_NEEDED + Math.log(assumptions.length)), ...assumptions];
  const best = Math.max(...all.map(({ score }) => score));
  const mean = new Float64Array(counts.length);
  let total = 0;
  for (const { score, ratios } of all) {
    const belief = Math.exp(score - best);
    total += belief;
    ratios.forEach((ratio, group) => (mean[group]! += belief * ratio));
  }
  return mean.map((ratio) => ratio / total);
}

interface Count {
  seen: number;
  expected: number;
}

function assumeAlike(counts: readonly Count[], advance: number) {
  const score = counts.reduce((sum, { seen, expected }) => {
    return expected > 0 ? sum + seen * Math.log(expected) - expected : sum;
  }, advance);
  return { score, ratios: counts.map(() => 1) };
}

/** Ratios drawn from a gamma distribution of this shape around `centre`. */
function assume(counts: readonly Count[], centre: readonly number[] | null, shape: number) {
  let score = 0;
  const ratios = counts.map(({ seen, expected }, group) => {
    const usual = centre?.[group] ?? 1;
    const mean = usual * expected;
    if (mean <= 0) return usual;
    score += logGamma(shape + seen) - logGamma(shape);
    score += shape * Math.log(shape / (shape + mean)) + seen * Math.log(mean / (shape + mean));
    return (usual * (shape + seen)) / (shape + mean);
  });
  return { score, ratios };
}

/** Natural logarithm of the gamma function for positive numbers (Stirling's series after a shift). */
function logGamma(x: number): number {
  let [z, shift] = [x, 0];
  for (; z < 7; z += 1) shift += Math.log(z);
  const square = 1 / (z * z);
  const series = (1 / 12 - (1 / 360 - square / 1260) * square) / z;
  return (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + series - shift;
}
