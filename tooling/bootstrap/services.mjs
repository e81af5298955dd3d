import { ServiceProcess } from './service-process.mjs';

/** Runs services as processes. No service is restarted. If a service ends by itself, `onEnd` reports it. */
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
   * Starts a service. Resolves when the service reports that it is ready.
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

  /** Asks all services to finish their current work and end. Resolves when all services have ended. */
  async stop() {
    this.#stopping = true;
    await Promise.all([...this.#running.values()].map((service) => service.end()));
  }

  /** Kills all services at once, even if they are still working. */
  kill() {
    this.#stopping = true;
    for (const service of this.#running.values()) service.signal('SIGKILL');
  }
}
