import { Worker } from 'node:worker_threads';
import { originOf } from '../class-origin.js';
import * as requestClasses from '../index.js';
import type { JudgedBody } from '../judge-body.js';
import { UnreadableBodyError } from '../parse-body.js';
import { noteDigest, requestDigest } from '../request-digest.js';
import type { Answer, Judged, Task } from './task.js';

/** Bounds of a thread. */
export interface JudgingThreadOptions {
  /**
   * Most bodies that may wait for the thread; further bodies are refused. Each caller has a share of the memory for
   * bodies, which should be used up before this number is reached. Default 4,096.
   */
  readonly waitingAtMost?: number;
  /** Longest time for one body, including its wait. Default 10 seconds. */
  readonly timeoutMs?: number;
  /** The thread ends after this time without work, which frees its memory. Default 30 seconds. */
  readonly idleMs?: number;
}

/** The thread is overloaded, too slow, or has failed. The same body may be sent again later. */
export class ThreadUnavailableError extends Error {
  override readonly name = 'ThreadUnavailableError';
  readonly code = 'thread-unavailable';
}

interface Job {
  readonly task: Task;
  readonly transferred: readonly ArrayBuffer[];
  readonly done: PromiseWithResolvers<Answer>;
  readonly timer: NodeJS.Timeout;
}

/**
 * Parses and judges bodies in a thread, so that they do not block the event loop. Bodies are judged one by one, in
 * order of arrival. The thread starts with the first body, and starts again after a failure.
 */
export class JudgingThread {
  readonly #options: Required<JudgingThreadOptions>;
  readonly #waiting: Job[] = [];
  #worker: Worker | undefined;
  #running: Job | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: JudgingThreadOptions = {}) {
    this.#options = { waitingAtMost: 4_096, timeoutMs: 10_000, idleMs: 30_000, ...options };
  }

  /**
   * Like `judgeBody`. The buffer of the bytes is transferred to the thread, so it must hold nothing else.
   *
   * @param wantsDigest whether the caller will call `digest`
   * @throws UnreadableBodyError, ThreadUnavailableError
   */
  async judge(requestClass: new () => object, body: Uint8Array, wantsDigest: boolean): Promise<JudgedBody> {
    const origin = originOf(requestClass);
    const task: Task = { kind: 'judge', requestClass: origin, body, wantsDigest };
    const answer = await this.#ask(task, [body.buffer as ArrayBuffer]);
    if (answer.kind === 'unreadable') throw new UnreadableBodyError(answer.reason);
    if (answer.kind !== 'judged') throw new ThreadUnavailableError('The thread has answered something else');
    return this.#judgedBody(requestClass, answer.judged);
  }

  /** Ends the thread and refuses the waiting bodies. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    for (const job of this.#waiting.splice(0)) settle(job, new ThreadUnavailableError('The thread is closed'));
    await this.#worker?.terminate();
  }

  #judgedBody(requestClass: new () => object, judged: Judged): JudgedBody {
    let value: object | undefined;
    const read = () => {
      const request: object = Object.assign(new requestClass(), JSON.parse(String(Buffer.from(judged.value))));
      if (judged.digest !== undefined) noteDigest(request, judged.digest);
      return request;
    };
    return {
      get value() {
        value ??= read();
        return value;
      },
      bytes: () => judged.value,
      ignoredFields: judged.ignoredFields,
      named: judged.named,
      hasDefects: judged.hasDefects,
      digest() {
        return judged.digest ?? requestDigest(this.value);
      },
      defects: async (refused, language = 'en') => {
        if (language === 'en' && Object.values(refused).every((codes) => codes.length === 0)) return judged.defects;
        const { defects, places } = judged;
        const task: Task = { kind: 'join', requestClass: originOf(requestClass), defects, places, refused, language };
        const answer = await this.#ask(task, []);
        if (answer.kind !== 'joined') throw new ThreadUnavailableError('The thread has answered something else');
        return answer.defects;
      },
    };
  }

  #ask(task: Task, transferred: readonly ArrayBuffer[]): Promise<Answer> {
    const done = Promise.withResolvers<Answer>();
    if (this.#waiting.length >= this.#options.waitingAtMost) {
      return Promise.reject(new ThreadUnavailableError('Too many bodies wait for the thread'));
    }
    const job: Job = { task, transferred, done, timer: setTimeout(() => this.#giveUp(job), this.#options.timeoutMs) };
    this.#waiting.push(job);
    this.#next();
    return done.promise;
  }

  #next(): void {
    if (this.#running !== undefined) return;
    clearTimeout(this.#idle);
    const job = this.#waiting.shift();
    if (job === undefined) {
      this.#idle = setTimeout(() => this.#rest(), this.#options.idleMs).unref();
      return;
    }
    this.#worker ??= this.#start();
    this.#running = job;
    this.#worker.postMessage(job.task, job.transferred);
  }

  /** Ends a thread that has no work. */
  #rest(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./judge-in-thread.js', import.meta.url));
    worker.unref();
    worker.on('message', (answer: Answer) => this.#ended(worker, answer));
    worker.on('error', (cause) =>
      this.#ended(worker, new ThreadUnavailableError('The thread has broken down', { cause })),
    );
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#ended(worker, new ThreadUnavailableError('The thread has ended'));
    });
    return worker;
  }

  #ended(worker: Worker, outcome: Answer | ThreadUnavailableError): void {
    const job = this.#running;
    if (job === undefined || (this.#worker !== undefined && this.#worker !== worker)) return;
    if (outcome instanceof Error) this.#worker = undefined;
    this.#running = undefined;
    settle(job, outcome);
    this.#next();
  }

  #giveUp(job: Job): void {
    if (job === this.#running) {
      void this.#worker?.terminate();
      return;
    }
    this.#waiting.splice(this.#waiting.indexOf(job), 1);
    settle(job, new ThreadUnavailableError('The thread had no time for the body'));
  }
}

function settle({ timer, done }: Job, outcome: Answer | ThreadUnavailableError): void {
  clearTimeout(timer);
  if (outcome instanceof Error) done.reject(outcome);
  else done.resolve(outcome);
}

/** @throws TypeError if a thread cannot make the request class, because this package does not export it */
export function assertThreadKnows(requestClass: new () => object): void {
  const { name, parameters } = originOf(requestClass);
  const exported = (requestClasses as Readonly<Record<string, unknown>>)[name];
  if (parameters === undefined ? exported !== requestClass : typeof exported !== 'function') {
    throw new TypeError(`${name} is no request class of this package`);
  }
}
