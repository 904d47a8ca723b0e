import { useLayoutEffect, useRef, useState } from 'react';

/** The height from the top of an element to the lower edge of the window, for lists that scroll by themselves. */
export function useHeightLeft(below: number, least = 240) {
  const ref = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(least);
  useLayoutEffect(() => {
    const measure = (): void => {
      const top = ref.current?.getBoundingClientRect().top ?? 0;
      setHeight(Math.max(least, window.innerHeight - top - window.scrollY - below));
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [below, least]);
  return { ref, height };
}
