/** In a run for slips of 24 months and more, these go. */
const longAgo = '2020-01-01';

/**
 * Both views of a slip that was sent and delivered years ago.
 *
 * @param {Buffer | undefined} slip one view
 * @returns {Buffer[]} with the number at the same place
 */
export function oldViews(slip) {
  const { member_code_self, member_code_partner, ...fields } = JSON.parse(String(slip));
  const old = { ...fields, status_code: '60' };
  for (const name of Object.keys(old)) if (/_day$|_date$/.test(name) && old[name] !== '') old[name] = longAgo;
  return [
    [member_code_self, member_code_partner],
    [member_code_partner, member_code_self],
  ].map(([own, partner]) => {
    const view = { ...old, update_date: `${longAgo} 00:00:00`, member_code_self: own, member_code_partner: partner };
    return Buffer.from(`${JSON.stringify(view)}\n`);
  });
}
