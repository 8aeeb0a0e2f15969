import { pageEditor } from "../_components/page-editor";

export const generateMetadata = pageEditor.editMetadata;
export default pageEditor.edit;
