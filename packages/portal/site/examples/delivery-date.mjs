// Prints the earliest day on which a product can be delivered.
const { API_URL, ACCESS_TOKEN, BUYER, SELLER, PRODUCT } = process.env;

const answer = await fetch(`${API_URL}/delivery/shortest`, {
  method: 'POST',
  body: JSON.stringify({
    member_code_self: BUYER,
    member_code_partner: SELLER,
    details_list: [{ catalog_id: PRODUCT }],
  }),
  headers: { Authorization: `Bearer ${ACCESS_TOKEN}`, 'Content-Type': 'application/json' },
  signal: AbortSignal.timeout(30_000),
});
if (!answer.ok) throw new Error(`The call is refused: ${await answer.text()}`);
const { details_list } = await answer.json();
for (const { catalog_id, shortest_delivery_date, detail_error_list } of details_list) {
  const [problem] = detail_error_list;
  console.log(catalog_id, problem === undefined ? shortest_delivery_date : problem.errorDetail);
}
