tp doctor
