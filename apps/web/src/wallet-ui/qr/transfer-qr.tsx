import { loadOnDemand } from '../../ui/load-on-demand.tsx';
import styles from './transfer-qr.module.css';

type TransferQrProps = {
  /** The content of an EPC069-12 code. */
  content: string;
  label: string;
  /** Names the fields that a banking app fills in from the code. */
  hint: string;
};

/** Shows a code for banking apps. Reserves the code's place while the script loads. */
export function TransferQr({ content, label, hint }: TransferQrProps) {
  return (
    <div className={styles.scan}>
      <div className={styles.code}>
        <TransferQrCode content={content} label={label} />
      </div>
      <div>
        <p className="strong">Scan with your banking app</p>
        <p className="small muted">{hint}</p>
      </div>
    </div>
  );
}

/** Most members transfer without the code, so its script loads on demand. */
const TransferQrCode = loadOnDemand(() => import('./transfer-qr-code.tsx').then((loaded) => loaded.TransferQrCode));
