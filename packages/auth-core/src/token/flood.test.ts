import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Flood } from './flood.js';

describe('Flood', () => {
  let now = 0;
  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => void jest.restoreAllMocks());

  it('is not on however long things happen as often as usual', () => {
    const flood = new Flood(20);
    for (; now < 60_000; now += 50) {
      flood.add();
      expect(flood.isOn).toBe(false);
    }
  });

  it('begins when they happen more often, and ends a second after them', () => {
    const flood = new Flood(20);
    for (let forgery = 0; forgery < 20; forgery++) flood.add();
    expect(flood.isOn).toBe(false);
    for (let forgery = 0; forgery < 100_000; forgery++) flood.add();
    expect(flood.isOn).toBe(true);
    now += 999;
    expect(flood.isOn).toBe(true);
    now += 1;
    expect(flood.isOn).toBe(false);
  });
});
