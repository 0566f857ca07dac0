package web

// Assets returns the addresses of the static files by file name.
func (s *Server) Assets() map[string]string { return s.assets.addresses }
