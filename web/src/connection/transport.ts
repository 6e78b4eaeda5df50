/** Two ways to follow a table: a socket, or server-sent events with commands by POST. */

export interface Hearing {
  opened(): void;
  heard(text: string): void;
  /** It is over; `code` is the socket's, 0 where there is none. */
  closed(code: number): void;
}

export interface Transport {
  send(text: string): void;
  close(): void;
}

export type Connect = (table: string, version: number | null, hearing: Hearing) => Transport;

function query(version: number | null, protocol: number): string {
  return version === null ? `?protocol=${protocol}` : `?protocol=${protocol}&v=${version}`;
}

/** Follow by WebSocket. */
export function bySocket(protocol: number): Connect {
  return (table, version, hearing) => {
    const url = new URL(`/api/tables/${table}/socket${query(version, protocol)}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    socket.onopen = () => hearing.opened();
    socket.onmessage = (event) => hearing.heard(String(event.data));
    socket.onclose = (event) => hearing.closed(event.code);
    return {
      send(text) {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close() {
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
      },
    };
  };
}

/** Follow by server-sent events, where something in between lets no sockets through. */
export function byEvents(): Connect {
  return (table, version, hearing) => {
    const v = version === null ? "" : `?v=${version}`;
    const events = new EventSource(`/api/tables/${table}/events${v}`);
    let isOpen = true;
    const end = (): void => {
      if (!isOpen) return;
      isOpen = false;
      events.close();
      hearing.closed(0);
    };
    events.onopen = () => hearing.opened();
    events.onmessage = (event) => hearing.heard(String(event.data));
    events.onerror = end;
    return {
      send(text) {
        const request = {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: text,
        };
        fetch(`/api/tables/${table}`, request)
          .then(async (answer) => {
            const heard = await answer.text();
            if (isOpen) hearing.heard(heard);
          })
          .catch(end);
      },
      close() {
        isOpen = false;
        events.close();
      },
    };
  };
}
