const shape = /^T\d{13}$/;

/** Whether a text has the form of an invoice registration number: `T` and 13 digits. */
export function isRegistrationNumber(text: string): boolean {
  return shape.test(text);
}

/**
 * Whether the first digit of a registration number is the check digit of a corporation: 9 − (Σ Pₙ·Qₙ mod 9), n counted
 * from the right of the other twelve digits, Qₙ 1 for odd n and 2 for even n.
 */
export function hasCheckDigit(registrationNumber: string): boolean {
  const digits = Array.from(registrationNumber.slice(2), Number).toReversed();
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 2), 0);
  return Number(registrationNumber.charAt(1)) === 9 - (sum % 9);
}
