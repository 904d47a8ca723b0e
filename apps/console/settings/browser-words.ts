const BROWSERS: [RegExp, string][] = [
  [/MicroMessenger\/(\d+)/, '微信'],
  [/Edg\/(\d+)/, 'Edge'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Chrome 156 · Windows; what is not known stays as the browser calls itself. */
export function browserWords(agent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent));
  if (!browser) return agent;
  const [pattern, name] = browser;
  const system = SYSTEMS.find(([words]) => words.test(agent))?.[1];
  return [`${name} ${pattern.exec(agent)?.[1]}`, system].filter(Boolean).join(' · ');
}
