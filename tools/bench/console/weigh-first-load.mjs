/** Everything that a browser with an empty cache loads until the dashboard shows its figures. */
export async function weighFirstLoad(context, base) {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  const urls = new Map();
  const sizes = new Map();
  client.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId) ?? '';
    if (!url.includes('/admin/api/')) sizes.set(url, encodedDataLength);
  });
  await page.goto(base);
  await page.locator('.figure-value').first().waitFor();
  await page.locator('canvas').first().waitFor();
  await page.waitForLoadState('load');
  await page.close();
  let [before, charts] = [0, 0];
  for (const [url, bytes] of sizes) {
    if (url.includes('echarts')) charts += bytes / 1000;
    else before += bytes / 1000;
  }
  return { before, charts };
}
