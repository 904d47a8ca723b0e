import { type SessionView, type UserRole } from '@govcrawler/contracts';
import { MutationCache, QueryCache, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, deleteResource, getJson, postJson } from '../api/api-client.js';

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
        return { kind: 'open', user: await getJson<SessionView>('/session') };
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
    mutationFn: (credentials: { username: string; password: string }) => postJson<SessionView>('/session', credentials),
    onSuccess: (user) => setSession(client, { kind: 'open', user }),
  });
}

export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteResource('/session'),
    onSettled: () => {
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== SESSION[0] });
      setSession(client, { kind: 'closed', expired: false });
    },
  });
}

function setSession(client: QueryClient, session: Session): void {
  client.setQueryData(SESSION, session);
}
