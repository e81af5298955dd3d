import { ServiceProcess } from './service-process.mjs';

/**
 * Runs services as processes. Nothing is restarted: `onEnd` reports a service that ended by itself.
 */
export class Services {
  /** @type {Map<string, ServiceProcess>} */
  #running = new Map();
  #onLine;
  #onEnd;
  #stopping = false;

  /**
   * @param {object} options
   * @param {(name: string, line: string) => void} options.onLine each line that a service writes
   * @param {(end: import('./service-process.mjs').ServiceEnd) => void} options.onEnd a service ended by itself
   */
  constructor({ onLine, onEnd }) {
    this.#onLine = onLine;
    this.#onEnd = onEnd;
  }

  /** Those that run. */
  get names() {
    return [...this.#running.keys()];
  }

  /**
   * Starts a service; resolves when it says that it is ready.
   *
   * @param {Omit<import('./service-process.mjs').ServiceDefinition, 'onLine'>} definition
   */
  start(definition) {
    const { name } = definition;
    const service = new ServiceProcess({ ...definition, onLine: (line) => this.#onLine(name, line) });
    this.#running.set(name, service);
    void this.#watch(service);
    return service.ready;
  }

  /** @param {ServiceProcess} service */
  async #watch(service) {
    const end = await service.ended;
    this.#running.delete(end.name);
    if (!this.#stopping) this.#onEnd(end);
  }

  /** Asks all services to finish what they are doing, and resolves when all have ended. */
  async stop() {
    this.#stopping = true;
    await Promise.all([...this.#running.values()].map((service) => service.end()));
  }

  /** Ends all services at once, whatever they are doing. */
  kill() {
    this.#stopping = true;
    for (const service of this.#running.values()) service.signal('SIGKILL');
  }
}
