import { Component, type ReactNode } from 'react';
import { Button, buttonClass } from './button.tsx';
import { Lost } from './lost.tsx';

type DocumentBoundaryProps = { home: { readonly path: string; readonly name: string }; children: ReactNode };

/**
 * The error page of a whole document: for what breaks outside of any page, and so takes everything with it. It uses
 * nothing that may have broken, and its ways out load a document.
 */
export class DocumentBoundary extends Component<DocumentBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    const { home, children } = this.props;
    if (!this.state.isBroken) return children;
    return (
      <Lost
        figure="?!"
        title="This page could not be shown"
        actions={
          <>
            <Button variant="primary" onClick={() => location.reload()}>
              Reload
            </Button>
            <a className={buttonClass()} href={home.path}>
              {home.name}
            </a>
          </>
        }
      >
        The mistake is ours, not yours. Reload the page. Nothing is sent a second time by that.
      </Lost>
    );
  }
}
