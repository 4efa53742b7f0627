package main

import (
	"encoding/binary"
	"fmt"
	"syscall"
)

const (
	// eventHead is the size of an event without its name: four numbers of 32 bits.
	eventHead = 16
	// eventsAtOnce is more than an event with the longest name.
	eventsAtOnce = 64 * 1024
)

// moves tells whether something was moved into one of some directories. That is the only thing that
// Envoy looks for: a file that is written where it is, is not noticed.
type moves struct {
	fd int
}

func watchMoves(directories []string) (*moves, error) {
	fd, err := syscall.InotifyInit1(syscall.IN_CLOEXEC | syscall.IN_NONBLOCK)
	if err != nil {
		return nil, err
	}
	for _, each := range directories {
		mask := uint32(syscall.IN_MOVED_TO | syscall.IN_ONLYDIR)
		if _, err := syscall.InotifyAddWatch(fd, each, mask); err != nil {
			_ = syscall.Close(fd)
			return nil, fmt.Errorf("watched directory %s: %w", each, err)
		}
	}
	return &moves{fd}, nil
}

// any says whether there was one since it was last asked.
func (m *moves) any() (bool, error) {
	found := false
	buffer := make([]byte, eventsAtOnce)
	for {
		length, err := syscall.Read(m.fd, buffer)
		switch {
		case err == syscall.EAGAIN:
			return found, nil
		case err == syscall.EINTR:
			continue
		case err != nil:
			return found, err
		}
		for events := buffer[:length]; len(events) >= eventHead; {
			mask := binary.NativeEndian.Uint32(events[4:])
			name := binary.NativeEndian.Uint32(events[12:])
			found = found || mask&syscall.IN_MOVED_TO != 0
			events = events[eventHead+name:]
		}
	}
}
