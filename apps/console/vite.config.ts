import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/admin/',
  plugins: [react()],
  // The gateway puts a fresh nonce here with every answer; see style-nonce.ts.
  html: { cspNonce: '__STYLE_NONCE__' },
  build: {
    outDir: '../../dist/apps/console',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing may be inlined as a data: script or style; the content policy forbids it.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
  },
  // Our own folder api/ is served under the same path: what ends like a source file is not the gateway's.
  server: { proxy: { '^/admin/api/(?!.*\\.tsx?(\\?|$))': 'http://127.0.0.1:8787', '^/api/': 'http://127.0.0.1:8787' } },
});
