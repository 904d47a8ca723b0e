const KEPT = 50;

/** Answers of the last questions, so that the pages of one search count once. Keys change when answers may. */
export class RecentAnswers<T> {
  private readonly answers = new Map<string, { coming: Promise<T>; given?: T }>();

  get(key: string, answer: () => Promise<T>): Promise<T> {
    const known = this.answers.get(key) ?? this.ask(key, answer());
    this.answers.delete(key);
    this.answers.set(key, known);
    for (const oldest of this.answers.keys()) {
      if (this.answers.size <= KEPT) break;
      this.answers.delete(oldest);
    }
    return known.coming;
  }

  /** Without waiting: undefined while there is none. */
  ready(key: string): T | undefined {
    return this.answers.get(key)?.given;
  }

  /** How many are being worked out. */
  get pending(): number {
    return [...this.answers.values()].filter(({ given }) => given === undefined).length;
  }

  private ask(key: string, coming: Promise<T>): { coming: Promise<T>; given?: T } {
    const entry: { coming: Promise<T>; given?: T } = { coming };
    coming.then(
      (given) => (entry.given = given),
      () => this.answers.delete(key),
    );
    return entry;
  }
}
