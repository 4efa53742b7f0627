package main

import (
	"encoding/json"
	"os"
	"regexp"
	"sync"
	"time"
)

// mostTexts is the number of different texts of failures that are kept.
const mostTexts = 50

// ports are different in each connection and would make all texts different.
var ports = regexp.MustCompile(`(\d+\.\d+\.\d+\.\d+|\]):\d+`)

// failure is one text, with how often and when it came.
type failure struct {
	Text  string    `json:"text"`
	Count int       `json:"count"`
	First time.Time `json:"first"`
	Last  time.Time `json:"last"`
}

// failures counts all and keeps the first texts.
type failures struct {
	mutex sync.Mutex
	count int
	texts []failure
}

func (f *failures) add(err error) {
	text := ports.ReplaceAllString(err.Error(), "$1:PORT")
	now := time.Now().UTC()
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.count++
	for i := range f.texts {
		if f.texts[i].Text == text {
			f.texts[i].Count++
			f.texts[i].Last = now
			return
		}
	}
	if len(f.texts) < mostTexts {
		f.texts = append(f.texts, failure{text, 1, now, now})
	}
}

func (f *failures) report() (int, []failure) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.count, append([]failure{}, f.texts...)
}

// printEachSecond prints until the channel is closed.
func printEachSecond(stop <-chan struct{}, report func() any) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticker.C:
			printLine(report())
		}
	}
}

// printLine prints one line of JSON with one write.
func printLine(report any) {
	line, err := json.Marshal(report)
	if err != nil {
		panic(err) // the types of the reports are ours
	}
	_, _ = os.Stdout.Write(append(line, '\n'))
}
