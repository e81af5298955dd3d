// Prints what a franchise store pays for a product.
const { API_URL, ACCESS_TOKEN, STORE, PRODUCT } = process.env;

const answer = await fetch(`${API_URL}/fc/price`, {
  method: 'POST',
  body: JSON.stringify({
    item: [
      {
        member_code_store: STORE,
        catalog_id: PRODUCT,
        price: '1250',
        order_send_date: '2026-11-24',
        delivery_date: '2026-11-26',
      },
    ],
  }),
  headers: { Authorization: `Bearer ${ACCESS_TOKEN}`, 'Content-Type': 'application/json' },
  signal: AbortSignal.timeout(30_000),
});
if (!answer.ok) throw new Error(`The call is refused: ${await answer.text()}`);
const { item } = await answer.json();
for (const { catalog_id, fc_price, detail_err_list } of item) {
  const [problem] = detail_err_list;
  console.log(catalog_id, problem === undefined ? fc_price : problem.error_detail);
}
