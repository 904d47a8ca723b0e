import { Modal } from 'antd';
import { SHORTCUTS } from './shortcuts.js';

export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal open title="快捷键" footer={null} onCancel={onClose} width={440}>
      <dl className="shortcut-list">
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
