/*
 * The gateway's content policy lets a <style> element in only with the nonce of this very page. The component library
 * writes such elements at run time and does not hand the nonce on everywhere, so every <style> that our own code
 * creates gets it here. Markup that arrives as text is parsed without passing through here and stays locked out.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

if (nonce !== '') {
  const create = document.createElement.bind(document) as (name: string, options?: ElementCreationOptions) => Element;
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  }) as typeof document.createElement;
}

export const styleNonce = nonce;
