export { drip, openAnyhow, requestHead } from './raw-connection.js';
export { type AttackedService, type SlowAttack, slowAttacks } from './slow-attacks.js';
