import { type SessionView, type UserRole } from '@govcrawler/contracts';
import { MutationCache, QueryCache, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { change, read } from '../api/admin-client.js';
import { ApiError } from '../api/api-error.js';

/** `expired` tells the login page to say why it appeared. */
export type Session = { kind: 'open'; user: SessionView } | { kind: 'closed'; expired: boolean };

const SESSION = ['session'];

/** One client for the whole console; whichever request first meets an ended session leads to the login page. */
export function createQueryClient(): QueryClient {
  const closeIfExpired = (error: unknown): void => {
    if (error instanceof ApiError && error.isSessionExpired) {
      setSession(client, { kind: 'closed', expired: true });
    }
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: closeIfExpired }),
    mutationCache: new MutationCache({ onError: closeIfExpired }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // What the server refuses it will refuse again; only a lost connection is worth another try.
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.status === 0,
      },
    },
  });
  return client;
}

export function useSession() {
  return useQuery<Session>({
    queryKey: SESSION,
    staleTime: Infinity,
    queryFn: async () => {
      try {
        return { kind: 'open', user: await read('/admin/api/session', {}) };
      } catch (error) {
        if (error instanceof ApiError && error.isSessionExpired) return { kind: 'closed', expired: false };
        throw error;
      }
    },
  });
}

const RANKS: readonly UserRole[] = ['viewer', 'operator', 'admin'];

/** Whether to offer what needs a role; the server decides in any case. */
export function useMay(role: UserRole): boolean {
  const { data } = useSession();
  return data?.kind === 'open' && RANKS.indexOf(data.user.role) >= RANKS.indexOf(role);
}

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credentials: { username: string; password: string }) =>
      change('post', '/admin/api/session', { body: credentials }),
    onSuccess: (user) => setSession(client, { kind: 'open', user }),
  });
}

export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => change('delete', '/admin/api/session', {}),
    onSettled: () => {
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== SESSION[0] });
      setSession(client, { kind: 'closed', expired: false });
    },
  });
}

function setSession(client: QueryClient, session: Session): void {
  client.setQueryData(SESSION, session);
}
