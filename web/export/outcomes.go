package export

import (
	"io"
	"net/http"

	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/web/request"
)

// OutcomesCSV sends the participants of a contest who have confirmed cases, with their outcomes.
func (s *Sender) OutcomesCSV(w http.ResponseWriter, r *http.Request) error {
	r = inEnglish(r)
	reader := s.read(r)
	target, err := request.ByID(r, reader.Contest)
	if err != nil {
		return err
	}
	outcomes, err := reader.Outcomes(r.Context(), target.ID)
	if err != nil {
		return err
	}
	var list []report.ParticipantOutcome
	for _, o := range outcomes {
		list = append(list, report.ParticipantOutcome{Participant: o.Participant, Cases: len(o.Cases), Problems: o.Problems(), Outcome: o.Outcome})
	}
	const file = "outcomes.csv"
	if err := s.logExport(r, file, target.ID, 0); err != nil {
		return err
	}
	return s.send(w, r, exportName(target.Name, target.ID, file), "text/csv; charset=utf-8", func(w io.Writer) error {
		if _, err := io.WriteString(w, byteOrderMark); err != nil {
			return err
		}
		return report.OutcomesCSV(w, target.Name, list)
	})
}
