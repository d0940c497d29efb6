import { idTypes, type KycForm } from '@florin/contract';
import { BookUser, CarFront, IdCard, type LucideIcon } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { idTypeName } from '../../wallet-ui/kyc-words.ts';
import styles from './kyc.module.css';

type IdType = KycForm['id_type'];

const tiles: Record<IdType, { icon: LucideIcon; photos: string }> = {
  passport: { icon: BookUser, photos: 'Photo page' },
  drivers_license: { icon: CarFront, photos: 'Front and back' },
  national_id: { icon: IdCard, photos: 'Front and back' },
};

export function IdTypeTiles({ value, onChange }: { value: IdType; onChange: (type: IdType) => void }) {
  return (
    <fieldset>
      <legend className="label">Document type</legend>
      <div className={styles.tiles}>
        {idTypes.map((type) => (
          <Tile
            key={type}
            {...tiles[type]}
            name={idTypeName[type]}
            checked={type === value}
            onChoose={() => onChange(type)}
          />
        ))}
      </div>
    </fieldset>
  );
}

type TileProps = (typeof tiles)[IdType] & { name: string; checked: boolean; onChoose: () => void };

function Tile({ icon, name, photos, checked, onChoose }: TileProps) {
  return (
    <label className={styles.tile}>
      <input className="screen-reader" type="radio" name="id_type" checked={checked} onChange={onChoose} />
      <Icon as={icon} size={24} />
      <span>
        <b>{name}</b>
        <span className="small muted">{photos}</span>
      </span>
      <i className={styles.radio} />
    </label>
  );
}
