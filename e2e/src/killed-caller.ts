import type { ApiCaller } from './api-caller.js';
import { CallerFolder, type TpResult } from './caller-folder.js';
import { startReverseProxy } from './reverse-proxy.js';

/**
 * A caller who uses `tp` through a proxy. The proxy kills the download at one of its get calls, so the kill always
 * comes in the middle of the download.
 */
export class KilledCaller {
  readonly place: CallerFolder;
  readonly #stop: () => Promise<void>;
  readonly #watch: { onGet: () => void };

  private constructor(place: CallerFolder, watch: { onGet: () => void }, stop: () => Promise<void>) {
    this.place = place;
    this.#watch = watch;
    this.#stop = stop;
  }

  static async make({ addresses, credentials }: Pick<ApiCaller, 'addresses' | 'credentials'>): Promise<KilledCaller> {
    const watch = { onGet: () => undefined };
    const proxy = await startReverseProxy(addresses.apiUrl, (path) => {
      if (path.endsWith('/get')) watch.onGet();
    });
    const apiUrl = `http://127.0.0.1:${proxy.port}`;
    const place = await CallerFolder.make({ ...addresses, apiUrl }, credentials);
    return new KilledCaller(place, watch, () => proxy.stop());
  }

  /** Runs a download and kills it when its get call with this number arrives. */
  async killedAtGet(number: number, args: readonly string[]): Promise<TpResult> {
    let gets = 0;
    const { child, ended } = this.place.start(args);
    this.#watch.onGet = () => {
      if (++gets === number) child.kill('SIGKILL');
    };
    return ended;
  }

  async remove(): Promise<void> {
    await this.place.remove();
    await this.#stop();
  }
}
