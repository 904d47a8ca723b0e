import { Injectable } from '@nestjs/common';
import { adapterById, adapterIds } from '@govcrawler/adapters';
import { type AdapterView } from '@govcrawler/contracts';
import { z } from 'zod';

/** The kinds of sites that can be read, with what the console needs to offer them in a form. */
@Injectable()
export class ListAdapters {
  list(): AdapterView[] {
    return adapterIds.map((id) => {
      const { title, defaultIntervalSec, defaultSelectors, paramsSchema } = adapterById(id);
      return {
        id,
        title,
        defaultIntervalSec,
        defaultSelectors,
        // As written in a file: what has a default may be left out.
        paramsSchema: z.toJSONSchema(paramsSchema, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>,
      };
    });
  }
}
