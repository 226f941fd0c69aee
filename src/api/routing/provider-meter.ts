import type { Provider, RemoteModel } from '#contract/providers.ts';

/** What a provider answered on a day. */
export interface DayFigures {
  tokens: number;
  /** In 10⁻¹² of the currency. */
  pico: number;
  requests: number;
}

interface Reservation {
  tokens: number;
  pico: number;
}

const MINUTE_MS = 60_000;
const PICO = 1e12;

/** One provider's requests of a minute, tokens and money of a day, and the circuit breakers of its models. */
export class ProviderMeter {
  #provider: Provider;
  readonly #now: () => number;
  #day = '';
  #figures: DayFigures = { tokens: 0, pico: 0, requests: 0 };
  #reserved: Reservation = { tokens: 0, pico: 0 };
  #starts: number[] = [];
  readonly #breakers = new Map<string, Breaker>();

  /** `now`: Unix milliseconds. `figures`: usage recorded on `day` before. */
  constructor(provider: Provider, now: () => number, day = '', figures?: DayFigures) {
    this.#provider = provider;
    this.#now = now;
    this.#day = day;
    if (figures) this.#figures = { ...figures };
  }

  /** Applies another configuration; figures and running requests stay. */
  configure(provider: Provider): void {
    this.#provider = provider;
    this.#breakers.clear();
  }

  /** The day of the figures, in UTC. */
  get day(): string {
    this.#turnDay();
    return this.#day;
  }

  get figures(): DayFigures {
    this.#turnDay();
    return { ...this.#figures };
  }

  /** Why the provider cannot serve a request of this many tokens now. */
  whyNot(model: RemoteModel, tokens: Tokens): 'breaker' | 'budget' | 'limit' | null {
    if (this.#breaker(model).isOpen) return 'breaker';
    const { rpm, tokensPerDay, moneyPerDay } = this.#provider.limits;
    this.#turnDay();
    const { pico, all } = costOf(model, tokens);
    const isOver = (limit: number, used: number, more: number) => used + more > limit;
    if (tokensPerDay !== undefined) {
      if (isOver(tokensPerDay, this.#figures.tokens + this.#reserved.tokens, all)) return 'budget';
    }
    if (moneyPerDay !== undefined) {
      const limit = Math.round(Number(moneyPerDay) * PICO);
      if (isOver(limit, this.#figures.pico + this.#reserved.pico, pico)) return 'budget';
    }
    const since = this.#now() - MINUTE_MS;
    this.#starts = this.#starts.filter((at) => at > since);
    return rpm !== undefined && this.#starts.length >= rpm ? 'limit' : null;
  }

  /** Counts a request and sets its tokens aside. @returns a function that books the actual tokens, once. */
  begin(model: RemoteModel, max: Tokens): (used: Tokens) => void {
    this.#turnDay();
    const { pico, all } = costOf(model, max);
    this.#starts.push(this.#now());
    this.#figures.requests++;
    this.#reserved = { tokens: this.#reserved.tokens + all, pico: this.#reserved.pico + pico };
    let isBooked = false;
    return (used) => {
      if (isBooked) return;
      isBooked = true;
      this.#reserved = { tokens: this.#reserved.tokens - all, pico: this.#reserved.pico - pico };
      this.#turnDay();
      const real = costOf(model, used);
      this.#figures.tokens += real.all;
      this.#figures.pico += real.pico;
    };
  }

  succeeded(model: RemoteModel): void {
    this.#breaker(model).close();
  }

  failed(model: RemoteModel): void {
    this.#breaker(model).fail(this.#now());
  }

  /** Models whose pause is over: a look at the provider's list decides whether they are asked again. */
  halfOpen(): RemoteModel[] {
    const now = this.#now();
    return this.#provider.models.filter((model) => this.#breakers.get(model.id)?.isHalfOpen(now));
  }

  #breaker({ id }: RemoteModel): Breaker {
    const found = this.#breakers.get(id) ?? new Breaker(this.#provider.breaker);
    this.#breakers.set(id, found);
    return found;
  }

  #turnDay(): void {
    const day = new Date(this.#now()).toISOString().slice(0, 10);
    if (day === this.#day) return;
    this.#day = day;
    this.#figures = { tokens: 0, pico: 0, requests: 0 };
  }
}

export interface Tokens {
  prompt: number;
  completion: number;
}

function costOf({ price }: RemoteModel, { prompt, completion }: Tokens) {
  const pico =
    prompt * Math.round(Number(price.prompt) * PICO) +
    completion * Math.round(Number(price.completion) * PICO);
  return { pico, all: prompt + completion };
}

class Breaker {
  readonly #rule: Provider['breaker'];
  #fails: number[] = [];
  #openedAt: number | null = null;

  constructor(rule: Provider['breaker']) {
    this.#rule = rule;
  }

  /** Open until a success closes it: time only makes it half-open. */
  get isOpen(): boolean {
    return this.#openedAt !== null;
  }

  isHalfOpen(now: number): boolean {
    return this.#openedAt !== null && now - this.#openedAt >= this.#rule.coolDownS * 1000;
  }

  fail(now: number): void {
    if (this.#openedAt !== null) {
      this.#openedAt = now;
      return;
    }
    this.#fails = [...this.#fails.filter((at) => now - at < this.#rule.withinS * 1000), now];
    if (this.#fails.length >= this.#rule.fails) this.#openedAt = now;
  }

  close(): void {
    this.#fails = [];
    this.#openedAt = null;
  }
}
