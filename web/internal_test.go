package web

// Assets returns the addresses of the embedded files, by name.
func (s *Server) Assets() map[string]string { return s.assets.addresses }
