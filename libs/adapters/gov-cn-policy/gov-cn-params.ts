import { z } from 'zod';

/** Parameters of gov_cn_policy; the defaults are the addresses of www.gov.cn. */
export const govCnParamsSchema = z.strictObject({
  policy_profile: z
    .enum(['xxgk', 'zcwjk', 'latest'])
    .default('xxgk')
    .describe('xxgk: information disclosure behind the athena gateway; zcwjk: document library; latest: static feed'),
  page_size: z.int().min(1).max(1_000).default(20).describe('Rows per page (of each library, for zcwjk)'),
  hard_max_pages: z.int().min(1).max(1_000).default(5).describe('Upper limit of pages read in one crawl'),
  list_url: z.url().optional().describe('Address of the list'),
  list_path: z
    .string()
    .min(1)
    .optional()
    .describe('Where the rows are in an xxgk answer: result.data.list, or result.data.middle.list of the site search'),
  api_base: z.url().optional().describe('xxgk: address of the gateway up to the token'),
  warmup_url: z.url().optional().describe('xxgk: address that hands out the code'),
  app_name: z.string().min(1).optional().describe('xxgk: name of the app at the gateway'),
  app_key: z.string().min(1).optional().describe('xxgk: key of the app, sent encrypted'),
  public_key: z.string().min(1).optional().describe('xxgk: RSA public key of the gateway, base64'),
  third_party_code: z.string().default('thirdparty_code_107').describe('xxgk: thirdPartyCode of the query'),
  third_party_table_id: z.int().default(30).describe('xxgk: thirdPartyTableId of the query'),
  t: z.string().default('zhengcelibrary').describe('zcwjk: which libraries, e.g. zhengcelibrary_gw, zhengcelibrary_bm'),
  type: z.string().optional().describe('zcwjk: value of the parameter of that name, left out by default'),
});

export type GovCnParams = z.infer<typeof govCnParamsSchema>;
