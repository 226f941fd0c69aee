/** Why `fetch('/v1/…')` does not answer in a page; the message is for a person. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  /** `service-worker`: there is none, or it does not control the page. `host`: the models did not start. */
  readonly part: 'service-worker' | 'host';

  constructor(part: 'service-worker' | 'host', message: string) {
    super(message);
    this.part = part;
  }
}
