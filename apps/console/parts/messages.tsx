import { message } from 'antd';
import { createContext, useContext, type ReactNode } from 'react';

type Messages = ReturnType<typeof message.useMessage>[0];

const MessagesContext = createContext<Messages | null>(null);

/** Short notices at the top of the window. antd's own `App` would load dialogues and notifications with it. */
export function MessagesProvider({ children }: { children: ReactNode }) {
  const [messages, holder] = message.useMessage();
  return (
    <MessagesContext value={messages}>
      {holder}
      {children}
    </MessagesContext>
  );
}

export function useMessages(): Messages {
  const messages = useContext(MessagesContext);
  if (!messages) throw new Error('useMessages needs a MessagesProvider above it');
  return messages;
}
