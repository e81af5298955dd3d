export { getRepositoryToken, InjectRepository, provideRepositories } from './repositories.js';
