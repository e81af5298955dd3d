const shape = /^T\d{13}$/;

/**
 * Checks whether a text has the form of an invoice registration number: `T` and 13 digits. For a corporation, the digits are its
 * corporate number (Consumption Tax Act, article 57-2; Basic Circular 1-7-2).
 */
export function isRegistrationNumber(text: string): boolean {
  return shape.test(text);
}

/** Checks whether the first digit of a registration number is the correct check digit of a corporate number. */
export function hasCheckDigit(registrationNumber: string): boolean {
  return registrationNumber.charAt(1) === checkDigitOf(registrationNumber.slice(2));
}

/**
 * Calculates the check digit of a corporate number from its other twelve digits: 9 − (Σ Pₙ·Qₙ mod 9). In this formula, digits are
 * numbered from the right, and Qₙ is 1 for odd n and 2 for even n (Ordinance of the Ministry of Finance 70 of 2014, article 2).
 */
export function checkDigitOf(twelveDigits: string): string {
  const digits = Array.from(twelveDigits, Number).toReversed();
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 2), 0);
  return String(9 - (sum % 9));
}
