//go:build !linux

package main

import "errors"

// moves are known on Linux only.
type moves struct{}

func watchMoves([]string) (*moves, error) {
	return nil, errors.New("sidecar needs the inotify of Linux, as Envoy in its image does")
}

func (*moves) any() (bool, error) {
	return false, nil
}
